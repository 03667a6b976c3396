import type { ReactNode } from 'react';

/** One sentence that teaches, and the one button that helps. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center justify-center gap-1 px-6 py-16 text-center">
      {icon === undefined ? null : <div className="mb-2 text-muted [&_svg]:size-6">{icon}</div>}
      <p className="font-medium">{title}</p>
      {children === undefined ? null : <p className="max-w-md text-muted">{children}</p>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
