/**
 * A task's folder while it is made for the first time. An agent that is to start in it need not wait for that to be
 * written down: it gets ready meanwhile, and writes it down together with its own session.
 */
export type FirstFolder = {
  /** The commit that it starts from; null when it could not be made so simply. */
  made: Promise<string | null>;
  /** Settles once whoever starts an agent in it has written it down, or has not. */
  heir: Promise<unknown> | null;
};

/** By task. Only for those who are at it at the same time: whatever is lost with it is found again in the rows. */
export type FirstFolders = Map<string, FirstFolder>;
