export { HomePage as default } from '@/frontend/projects/HomePage';
