export { NewProjectPage as default } from '@/frontend/projects/NewProjectPage';
