/** None of the offered options: the answer is in the note. */
export const OTHER_ANSWER = 'other';
