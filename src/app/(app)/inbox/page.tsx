export { InboxPage as default } from '@/frontend/inbox/InboxPage';
