import { z } from 'zod';

/**
 * What is wrong with a number or a text, for whoever reads it at the field of a form. A schema with words of its own says
 * those; of what no form asks for, zod speaks itself.
 */
function sayMistake(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number') return 'Give a number.';
      return issue.expected === 'int' ? 'Give a whole number.' : undefined;
    case 'too_small':
      if (isNumber(issue.origin)) return `At least ${issue.minimum.toLocaleString('en')}.`;
      return issue.origin === 'string' && issue.minimum === 1 ? 'This cannot be empty.' : undefined;
    case 'too_big': {
      const most = issue.maximum.toLocaleString('en');
      if (isNumber(issue.origin)) return `At most ${most}.`;
      return issue.origin === 'string' ? `At most ${most} characters.` : undefined;
    }
    default:
      return undefined;
  }
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int';
}

/** From here on, in the whole program. */
export function speakPlainly(): void {
  z.config({ customError: sayMistake });
}
