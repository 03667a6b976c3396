import type { Run } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';
import type { Message, Notifier } from './notifier';

type Command = { file: string; args: string[]; env?: Record<string, string> };

const TIMEOUT_MS = 10_000;

// The words are handed over as arguments or variables, never as part of a script.
const APPLE_SCRIPT = [
  'on run argv',
  'if (item 3 of argv) is "sound" then',
  'display notification (item 2 of argv) with title (item 1 of argv) sound name "Glass"',
  'else',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end if',
  'end run',
];

const TOAST = [
  '[Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime] > $null',
  '$t = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent(1)',
  '$n = $t.GetElementsByTagName("text")',
  '$n.Item(0).AppendChild($t.CreateTextNode($env:FACTORY_TITLE)) > $null',
  '$n.Item(1).AppendChild($t.CreateTextNode($env:FACTORY_BODY)) > $null',
  '[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier("Factory Factory").Show($t)',
].join('; ');

/** The machine's own pop-up. Programs are tried in order; of those that are there, the last failure is the one that is told. */
export function createDesktopNotifier(deps: { run: Run; platform: NodeJS.Platform }): Notifier {
  return async (message, settings) => {
    let failure: unknown = noService(deps.platform);
    for (const command of commandsFor(deps.platform, message, settings.sound)) {
      try {
        const result = await deps.run(command.file, command.args, {
          env: command.env,
          timeoutMs: TIMEOUT_MS,
        });
        if (result.code === 0) return;
        failure = new FactoryError(
          'UNAVAILABLE',
          `${command.file} failed: ${(result.stderr || result.stdout).trim().slice(-300) || `status ${result.code}`}.`,
          'Check that a desktop session is running, or turn desktop notifications off in the settings.',
        );
      } catch (error) {
        if (!(error instanceof FactoryError && error.code === 'MISSING_TOOL')) failure = error;
      }
    }
    throw failure;
  };
}

/** Nobody chose the programs that are tried, so what is told is what to do and not their names. */
function noService(platform: NodeJS.Platform): FactoryError {
  const install = platform === 'linux' ? 'Install libnotify-bin, or turn' : 'Turn';
  return new FactoryError(
    'MISSING_TOOL',
    'No notification service was found on this machine.',
    `${install} desktop notifications off in Settings.`,
  );
}

export function commandsFor(platform: NodeJS.Platform, message: Message, sound: boolean): Command[] {
  const title = oneLine(message.title, 120);
  const body = oneLine(message.body, 400);
  if (platform === 'darwin') {
    const script = APPLE_SCRIPT.flatMap((line) => ['-e', line]);
    return [{ file: 'osascript', args: [...script, '--', title, body, sound ? 'sound' : 'silent'] }];
  }
  if (platform === 'win32') {
    return [
      {
        file: 'powershell.exe',
        args: ['-NoProfile', '-NonInteractive', '-Command', TOAST],
        env: { FACTORY_TITLE: title, FACTORY_BODY: body },
      },
    ];
  }
  return [
    { file: 'notify-send', args: ['--app-name=Factory Factory', '--', title, escapeMarkup(body)] },
    { file: 'zenity', args: ['--notification', `--text=${title}\n${escapeMarkup(body)}`, '--timeout=8'] },
  ];
}

function oneLine(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
