'use client';
import { useState } from 'react';
import { Button } from '@/frontend/ui/Button';

type Standing = NotificationPermission | 'missing';

/** Browsers ask only when a person clicks. Says what came of it, and what to do when the answer was no. */
export function BrowserPermission() {
  const [standing, setStanding] = useState(read);
  const [said, setSaid] = useState('');
  const ask = async () => {
    const answer = await Notification.requestPermission();
    setStanding(answer);
    setSaid(answer === 'default' ? 'You were not asked, or closed the question. Press again.' : '');
    if (answer === 'granted') show();
  };
  const show = () => {
    try {
      new Notification('Factory Factory', { body: 'This is how it looks when something needs you.' });
      setSaid('Sent. If nothing showed up, the system holds this browser’s notifications back.');
    } catch {
      // Telephones allow them only from a service worker, and say so by throwing.
      setSaid('This browser shows no notifications from a page. What happens is told inside the page.');
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      {standing === 'granted' ? (
        <Button size="sm" onClick={show}>
          Test the browser
        </Button>
      ) : standing === 'default' ? (
        <Button size="sm" onClick={() => void ask()}>
          Allow in this browser
        </Button>
      ) : null}
      <span role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
        {said === '' ? WORDS[standing] : said}
      </span>
    </div>
  );
}

const WORDS: Record<Standing, string> = {
  granted: 'Allowed. They come while this page is open and you look elsewhere.',
  default: 'Not allowed yet: until then you are told inside the page only.',
  denied: 'This browser refuses them. Allow notifications for this address in its settings, then reload.',
  missing: 'This browser has no notifications. You are told inside the page.',
};

function read(): Standing {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission;
}
