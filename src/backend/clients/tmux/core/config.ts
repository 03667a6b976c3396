import { createHash } from 'node:crypto';
import { quote } from './quote';

/**
 * Our tmux configuration. It is read at the server's start, and again when a new session finds that the server was
 * given another one by an older version of us; each line must therefore bear repeating.
 * An error in here would open a message over the first pane and swallow its input: options that an older tmux
 * lacks are set with -q.
 */
const SETTINGS = `set -s exit-empty off
set -s exit-unattached off
set -s escape-time 0
set -s set-clipboard off
set -s focus-events off
set -s default-terminal tmux-256color
set -s terminal-features[90] 'xterm*:RGB'
# Without the alternate screen, what scrolls off the top goes to the viewer's own scrollback.
set -s terminal-overrides[90] 'xterm*:smcup@:rmcup@'
set -g default-shell /bin/sh
set -g default-command ''
set -g destroy-unattached off
set -g detach-on-destroy on
set -g history-limit 20000
set -g status off
set -g set-titles off
set -g mouse off
set -g assume-paste-time 0
set -g lock-after-time 0
set -g bell-action none
set -g activity-action none
set -g silence-action none
# Sessions get their environment at their start, never from whoever attaches.
set -g update-environment ''
# Every key belongs to the program in the pane.
set -g prefix None
set -g prefix2 None
unbind-key -aq -T root
unbind-key -aq -T prefix
set -gw remain-on-exit on
set -gwq remain-on-exit-format ''
set -gw automatic-rename off
set -gw allow-rename off
set -gwq allow-passthrough off
set -gw monitor-activity off
set -gw monitor-bell off
# A new window may not start as manual (tmux 3.3 crashes): each is made so right after its start.
set -gw window-size latest
set -gw aggressive-resize off
`;

const VERSION = createHash('sha256').update(SETTINGS).digest('hex').slice(0, 16);

export const TMUX_CONFIG = `${SETTINGS}set -s @factory_config ${VERSION}\n`;

/** A line of tmux's own language that reads the file again where the server follows another one. */
export function followConfig(configPath: string): string {
  return `if-shell -F '#{!=:#{@factory_config},${VERSION}}' ${quote(`source-file ${quote(configPath)}`)}`;
}
