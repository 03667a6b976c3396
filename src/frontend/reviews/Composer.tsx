'use client';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { Button } from '@/frontend/ui/Button';
import { Textarea } from '@/frontend/ui/Textarea';
import { FormError } from '@/frontend/widgets/FormError';
import { useOnce } from '@/frontend/widgets/useOnce';
import type { Spot } from './buildItems';

/** A new remark. The words live above, so that scrolling away does not lose them. */
export function Composer({
  pullId,
  spot,
  text,
  onText,
  onClose,
}: {
  pullId: string;
  spot: Spot;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const draft = useMutation(trpc.review.draft.mutationOptions({ onSuccess: onClose }));
  const once = useOnce();
  const save = () => text.trim() !== '' && once(() => draft.mutateAsync({ id: pullId, ...spot, body: text }));
  return (
    <div className="my-1.5 mr-4 ml-8 flex max-w-3xl flex-col gap-2 rounded-lg border border-line-strong bg-raised p-2 max-md:ml-2 max-md:mr-2">
      <Textarea
        autoFocus
        aria-label={`Comment on line ${spot.line} of ${spot.path}`}
        placeholder="What should be different here?"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          }
        }}
      />
      <FormError error={draft.error} />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-xs text-muted max-md:hidden">Sent together with your review.</span>
        <Button size="sm" onClick={onClose}>
          Discard
        </Button>
        <Button
          size="sm"
          variant="primary"
          busy={draft.isPending}
          disabled={text.trim() === ''}
          onClick={save}
        >
          Add to review
        </Button>
      </div>
    </div>
  );
}
