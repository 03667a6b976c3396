import { describeFailure } from '@/frontend/api/failure';
import { toast } from '@/frontend/ui/toastStore';

/** For what was done from a list or a menu, where there is no form to say it in. */
export function toastFailure(error: unknown): void {
  const { title, next } = describeFailure(error);
  toast({ tone: 'failed', title, body: next });
}
