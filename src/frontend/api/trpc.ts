'use client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { AppRouter } from '@/backend/trpc/root';

/** `useTRPC()` makes typed query and mutation options; `useTRPCClient()` calls procedures directly. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
