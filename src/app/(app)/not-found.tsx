export { PageMissing as default } from '@/frontend/shell/PageMissing';
