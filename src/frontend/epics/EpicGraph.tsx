'use client';
import {
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { type FocusEvent, useEffect, useMemo, useState } from 'react';
import type { Card } from '@/frontend/api/outputs';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { cx } from '@/frontend/ui/cx';
import { StateDot } from '@/frontend/ui/StateDot';
import { stateInk } from '@/frontend/ui/state';
import { cardLook } from '@/frontend/widgets/cardLook';
import { doingWords } from '@/frontend/widgets/doingWords';
import { layoutGraph, NODE } from './layoutGraph';

type TaskNode = Node<{ card: Card; href: string; size: { width: number; height: number } }, 'task'>;

/** Longer titles take a second line, in all boxes. */
const ONE_LINE = 26;
const SMALLEST = 0.64;
const MARGIN = 16;
const HIGHEST = 520;

/** The subtasks and what waits for what, with their states as they change. */
export function EpicGraph({ subtasks, slug }: { subtasks: readonly Card[]; slug: string }) {
  const boxHeight = subtasks.some(({ title }) => title.length > ONE_LINE) ? NODE.tall : NODE.height;
  const nodes = useMemo<TaskNode[]>(() => {
    const size = { width: NODE.width, height: boxHeight };
    const cards = new Map(subtasks.map((card) => [card.id, card]));
    return layoutGraph(subtasks, boxHeight).flatMap(({ id, x, y }) => {
      const card = cards.get(id);
      if (card === undefined) return [];
      const data = { card, href: paths.task(slug, id), size };
      return [{ id, type: 'task' as const, position: { x, y }, data, ...size }];
    });
  }, [subtasks, slug, boxHeight]);
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
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const width = useWidth(frame);
  const right = Math.max(0, ...nodes.map((node) => node.position.x)) + NODE.width;
  const bottom = Math.max(0, ...nodes.map((node) => node.position.y)) + boxHeight;
  // As large as fits, never larger than drawn, never too small to read: then it begins at the left and can be moved.
  const zoom = Math.min(1, Math.max(SMALLEST, (width - 2 * MARGIN) / right));
  const x = Math.max(MARGIN, (width - right * zoom) / 2);
  return (
    <div ref={setFrame} style={{ height: Math.min(HIGHEST, bottom * zoom + 2 * MARGIN) }} className="w-full">
      {width === 0 ? null : (
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          // The view follows when there is more to show, or less room for it.
          key={`${subtasks.length} ${Math.round(width)}`}
          defaultViewport={{ x, y: MARGIN, zoom }}
          minZoom={0.3}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          // The link in a node is what takes the focus and the clicks.
          nodesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          edgesFocusable={false}
          preventScrolling={false}
          zoomOnScroll={false}
          proOptions={{ hideAttribution: true }}
          aria-label="Subtasks and what they wait for"
        />
      )}
    </div>
  );
}

/** The width of an element, as it changes; 0 until it is known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const nodeTypes = { task: TaskBox };

function TaskBox({ data: { card, href, size }, positionAbsoluteX, positionAbsoluteY }: NodeProps<TaskNode>) {
  const look = cardLook(card);
  const flow = useReactFlow();
  /** Only what the keyboard reaches: what is clicked is in sight. */
  const bringIntoView = ({ currentTarget: link }: FocusEvent<HTMLElement>) => {
    const frame = link.closest('.react-flow')?.getBoundingClientRect();
    const box = link.getBoundingClientRect();
    if (frame === undefined || !link.matches(':focus-visible')) return;
    const inside =
      box.left >= frame.left &&
      box.right <= frame.right &&
      box.top >= frame.top &&
      box.bottom <= frame.bottom;
    if (inside) return;
    const [x, y] = [positionAbsoluteX + size.width / 2, positionAbsoluteY + size.height / 2];
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  return (
    <AppLink
      href={href}
      style={size}
      title={card.title}
      draggable={false}
      onFocus={bringIntoView}
      className={cx(
        'pointer-events-auto flex cursor-pointer flex-col justify-center rounded-md border bg-raised px-2.5 text-left',
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
      <span className={cx('truncate pl-5 text-xs', stateInk[look.state])}>{doingWords(card)}</span>
      <Handle type="source" position={Position.Right} />
    </AppLink>
  );
}
