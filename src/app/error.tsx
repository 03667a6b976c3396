'use client';
export { PageError as default } from '@/frontend/shell/PageError';
