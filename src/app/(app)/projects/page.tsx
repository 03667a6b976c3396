export { ProjectsPage as default } from '@/frontend/projects/ProjectsPage';
