'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { paths } from '@/frontend/shell/paths';
import { DataList, Row } from '@/frontend/ui/DataList';
import { FormSection } from '@/frontend/widgets/FormPage';

/** How many workers run at once, which each project decides for itself. */
export function Concurrency() {
  const trpc = useTRPC();
  const projects = useQuery(trpc.project.list.queryOptions({})).data ?? [];
  return (
    <FormSection
      title="Concurrency"
      hint="Workers that run at once. The rest wait in line, in the order of their priority."
    >
      {projects.length === 0 ? <p className="text-sm text-muted">There is no project yet.</p> : null}
      <div className="overflow-hidden rounded-md border border-line empty:hidden [&_li:last-child]:border-0">
        {projects.length === 0 ? null : (
          <DataList label="Workers of each project">
            {projects.map((project) => (
              <Row
                key={project.id}
                href={paths.projectSettings(project.slug)}
                title={project.name}
                trail={<span>{plural(project.settings.limits.maxWorkers, 'worker')} at once</span>}
              />
            ))}
          </DataList>
        )}
      </div>
    </FormSection>
  );
}
