'use client';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { Board } from './Board';

export function BoardPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Board">
      {(project) => <Board project={project} />}
    </ProjectGate>
  );
}
