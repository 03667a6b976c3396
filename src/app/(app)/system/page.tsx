export { SystemPage as default } from '@/frontend/system/SystemPage';
