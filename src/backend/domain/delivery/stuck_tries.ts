/** After this many tries over several sessions a person has to look; we go on, but slowly. */
export const STUCK_TRIES = 9;
