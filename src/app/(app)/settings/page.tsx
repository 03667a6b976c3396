export { SettingsPage as default } from '@/frontend/settings/SettingsPage';
