'use client';
import { type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import type { Card } from '@/frontend/api/outputs';
import { paths } from '@/frontend/shell/paths';
import { cx } from '@/frontend/ui/cx';
import { StateDot } from '@/frontend/ui/StateDot';
import { stateInk } from '@/frontend/ui/state';
import { cardLook } from '@/frontend/widgets/cardLook';
import { layoutGraph, NODE } from './layoutGraph';

type TaskNode = Node<{ card: Card; size: { width: number; height: number } }, 'task'>;

/** Longer titles take a second line, in all boxes. */
const ONE_LINE = 26;

/** The subtasks and what waits for what, with their states as they change. */
export function EpicGraph({ subtasks, slug }: { subtasks: readonly Card[]; slug: string }) {
  const router = useRouter();
  const boxHeight = subtasks.some(({ title }) => title.length > ONE_LINE) ? NODE.tall : NODE.height;
  const nodes = useMemo<TaskNode[]>(() => {
    const size = { width: NODE.width, height: boxHeight };
    const cards = new Map(subtasks.map((card) => [card.id, card]));
    return layoutGraph(subtasks, boxHeight).flatMap(({ id, x, y }) => {
      const card = cards.get(id);
      if (card === undefined) return [];
      const label = `${card.title}: ${cardLook(card).word}`;
      return [
        { id, type: 'task' as const, position: { x, y }, data: { card, size }, ariaLabel: label, ...size },
      ];
    });
  }, [subtasks, boxHeight]);
  const edges = useMemo<Edge[]>(
    () =>
      subtasks.flatMap((card) =>
        card.dependsOn.map((source) => ({
          id: `${source}-${card.id}`,
          source,
          target: card.id,
          focusable: false,
          animated: card.column === 'working',
        })),
      ),
    [subtasks],
  );
  const height = Math.min(
    480,
    Math.max(120, Math.max(0, ...nodes.map((node) => node.position.y)) + boxHeight + 32),
  );
  return (
    <div style={{ height }} className="w-full">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        key={`${subtasks.length}`}
        fitViewOptions={{ maxZoom: 1, minZoom: 0.6, padding: 0.06 }}
        minZoom={0.3}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        preventScrolling={false}
        zoomOnScroll={false}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_, node) => router.push(paths.task(slug, node.id))}
        aria-label="Subtasks and what they wait for"
      />
    </div>
  );
}

const nodeTypes = { task: TaskBox };

function TaskBox({ data: { card, size } }: NodeProps<TaskNode>) {
  const look = cardLook(card);
  return (
    <div
      style={size}
      title={card.title}
      className={cx(
        'flex cursor-pointer flex-col justify-center rounded-md border bg-raised px-2.5 text-left',
        look.state === 'working'
          ? 'border-working'
          : look.state === 'failed'
            ? 'border-failed'
            : 'border-line-strong',
      )}
    >
      <Handle type="target" position={Position.Left} />
      <span className="flex items-start gap-1.5">
        <StateDot state={look.state} className="mt-[3px]" />
        <span className="line-clamp-2 text-sm font-medium [overflow-wrap:anywhere]">{card.title}</span>
      </span>
      <span className={cx('truncate pl-5 text-xs', stateInk[look.state])}>
        {card.agent?.doing ?? look.word}
      </span>
      <Handle type="source" position={Position.Right} />
    </div>
  );
}
