import type { NotificationSettings } from '@/shared/notification';

export type Message = { title: string; body: string; kind: string; createdAt: Date };

/** One way to reach a person. It throws when it could not. */
export type Notifier = (message: Message, settings: NotificationSettings) => Promise<void>;
