import type { Agent } from '../agent';

const REPLY_TRIES = 5;
const ANSWERABLE = /Mail from (.+?): (.*)[\s\S]*mailId "([a-z0-9]+)"/;

/**
 * A person who writes gets an answer, and a worker who is stuck gets a way out. Nothing else is answered: two
 * agents that thank each other would never end.
 */
export async function answerMail(agent: Agent, prompt: string): Promise<void> {
  const [, from, subject = '', mailId] = ANSWERABLE.exec(prompt) ?? [];
  if (mailId === undefined) return;
  if (from === 'the human') {
    if (/^Changes requested/.test(subject)) return;
    await reply(agent, { mailId, body: `Thank you. ${agent.lastWords() ?? 'I go on.'}` }, subject);
  } else if (agent.config.role === 'SUPERVISOR' && /is blocked$/.test(subject.trim())) {
    const body = 'Take the simplest way that meets the acceptance criteria and go on.';
    await reply(agent, { mailId, body }, subject);
  }
}

/** Nobody asks a second time, so a server that is busy is asked again. */
async function reply(agent: Agent, mail: { mailId: string; body: string }, subject: string): Promise<void> {
  for (let tries = 1; tries <= REPLY_TRIES; tries += 1) {
    if ((await agent.call('mail.reply', mail, subject)).ok) return;
    await agent.wait(500 * tries);
  }
}
