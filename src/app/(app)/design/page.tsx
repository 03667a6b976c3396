export { StyleGuidePage as default } from '@/frontend/styleguide/StyleGuidePage';
