import { describe, expect, it } from 'vitest';
import { FactoryError } from '@/backend/domain/errors';
import { NotificationSettings } from '@/shared/notification';
import { commandsFor, createDesktopNotifier } from './create_desktop_notifier';

const message = {
  title: '-x "$(rm -rf /)"; Epic\nis done',
  body: "<b>it's</b> `done` & \\ more",
  kind: 'epic_complete',
  createdAt: new Date(0),
};

describe('desktop notifications', () => {
  it('never let words become options or script', () => {
    const mac = commandsFor('darwin', message, true)[0];
    expect(mac?.args.slice(mac.args.indexOf('--'))).toEqual([
      '--',
      '-x "$(rm -rf /)"; Epic is done',
      "<b>it's</b> `done` & \\ more",
      'sound',
    ]);
    const windows = commandsFor('win32', message, true)[0];
    expect(windows?.args.join(' ')).not.toContain('rm -rf');
    expect(windows?.env?.FACTORY_TITLE).toContain('rm -rf');
    const [linux, fallback] = commandsFor('linux', message, true);
    expect(linux?.args).toContain('--');
    expect(linux?.args.at(-1)).toBe("&lt;b&gt;it's&lt;/b&gt; `done` &amp; \\ more");
    expect(fallback?.file).toBe('zenity');
  });

  it('fall back, and tell the last failure when nothing works', async () => {
    const tried: string[] = [];
    const notifier = createDesktopNotifier({
      platform: 'linux',
      run: async (file) => {
        tried.push(file);
        return {
          code: file === 'zenity' ? 0 : 1,
          signal: null,
          stdout: '',
          stderr: 'no display',
          timedOut: false,
        };
      },
    });
    await notifier(message, NotificationSettings.parse({}));
    expect(tried).toEqual(['notify-send', 'zenity']);
    const missing = new FactoryError('MISSING_TOOL', 'It could not be started.', 'Install it.');
    const bare = createDesktopNotifier({ platform: 'linux', run: () => Promise.reject(missing) });
    await expect(bare(message, NotificationSettings.parse({}))).rejects.toMatchObject({
      sentence:
        'No notification service was found on this machine. Install libnotify-bin, or turn desktop notifications off in Settings.',
    });
    const alone = createDesktopNotifier({
      platform: 'linux',
      run: async (file) => {
        if (file === 'zenity') throw missing;
        return { code: 1, signal: null, stdout: '', stderr: 'no display', timedOut: false };
      },
    });
    await expect(alone(message, NotificationSettings.parse({}))).rejects.toThrow('no display');
    const broken = createDesktopNotifier({
      platform: 'darwin',
      run: async () => ({ code: 1, signal: null, stdout: '', stderr: 'no display', timedOut: false }),
    });
    await expect(broken(message, NotificationSettings.parse({}))).rejects.toThrow('no display');
  });
});
