'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import {
  areaBetween,
  shiftArea,
  type Area,
  type Point,
  type Rectangle,
  type Tool,
} from '@/components/features/feedback/screenshot';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { PillChoice } from '@/components/ui/pill-choice';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

interface ScreenshotEditorProps {
  picture: HTMLCanvasElement;
  rectangles: readonly Rectangle[];
  onChange: (rectangles: readonly Rectangle[]) => void;
}

/** Area added by the keyboard: a quarter of the picture, in its middle. */
const addedArea: Area = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };
const stepPixels = 10;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -stepPixels, y: 0 },
  ArrowRight: { x: stepPixels, y: 0 },
  ArrowUp: { x: 0, y: -stepPixels },
  ArrowDown: { x: 0, y: stepPixels },
};

/**
 * The screenshot, with rectangles that highlight or hide. They are drawn with the pointer, or added by a
 * button.
 */
export function ScreenshotEditor({ picture, rectangles, onChange }: ScreenshotEditorProps) {
  const t = useTranslations('Feedback');
  const helpId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const added = useRef<number>(null);
  const [tool, setTool] = useState<Tool>('highlight');

  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);

  const add = (area: Area): number => {
    const id = Math.max(0, ...rectangles.map((rectangle) => rectangle.id)) + 1;
    onChange([...rectangles, { id, tool, ...area }]);
    return id;
  };
  const remove = (id: number) => {
    onChange(rectangles.filter((rectangle) => rectangle.id !== id));
    addButton.current?.focus();
  };
  const { drawn, handlers } = useDrawing(add);
  const edit = (event: KeyboardEvent, rectangle: Rectangle) => {
    const key = pressedKey(event);
    const by = arrows[key];
    if (key === 'Delete' || key === 'Backspace') remove(rectangle.id);
    else if (by && canvas.current) {
      const area = shiftArea(rectangle, by, canvas.current.getBoundingClientRect(), event.shiftKey);
      onChange(rectangles.map((other) => (other.id === rectangle.id ? { ...rectangle, ...area } : other)));
    } else return;
    event.preventDefault();
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PillChoice
          label={t('tool')}
          options={[
            { value: 'highlight', label: t('highlight') },
            { value: 'hide', label: t('hide') },
          ]}
          value={tool}
          onValueChange={setTool}
        />
        <Button
          ref={addButton}
          size="sm"
          onClick={() => {
            added.current = add(addedArea);
          }}
        >
          {t('addRectangle')}
        </Button>
      </div>
      <div className="relative">
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('screenshot')}
          width={picture.width}
          height={picture.height}
          className="block h-auto w-full cursor-crosshair touch-none border"
          {...handlers}
        />
        {drawn ? <Shape tool={tool} area={drawn} /> : null}
        {rectangles.map((rectangle, index) => (
          <Shape key={rectangle.id} tool={rectangle.tool} area={rectangle}>
            <ButtonBase
              ref={(node) => {
                if (added.current !== rectangle.id) return;
                added.current = null;
                node?.focus();
              }}
              aria-label={t(rectangle.tool === 'hide' ? 'hidden' : 'highlighted', { number: index + 1 })}
              aria-describedby={helpId}
              className="absolute inset-0"
              onKeyDown={(event) => edit(event, rectangle)}
            />
            <ButtonBase
              aria-label={t('removeRectangle', { number: index + 1 })}
              title={t('removeRectangle', { number: index + 1 })}
              className="pointer-events-auto absolute -top-3 -right-3 grid size-6 place-items-center rounded-full border bg-popover text-foreground shadow-float"
              onClick={() => remove(rectangle.id)}
            >
              <Icon name="i-x" className="size-3.5" />
            </ButtonBase>
          </Shape>
        ))}
      </div>
      <p id={helpId} className="text-second text-pretty text-muted-foreground">
        {t('drawHelp')}
      </p>
    </div>
  );
}

/** A rectangle over the picture, transparent for pointer events. */
function Shape({ tool, area, children }: { tool: Tool; area: Area; children?: React.ReactNode }) {
  const percent = (part: number): string => `${part * 100}%`;
  return (
    <div
      className={cn(
        'pointer-events-none absolute',
        tool === 'hide' ? 'z-1 bg-[#000]' : 'border-3 border-[#f0784f] outline-2 outline-white',
      )}
      style={{
        left: percent(area.left),
        top: percent(area.top),
        width: percent(area.width),
        height: percent(area.height),
      }}
    >
      {children}
    </div>
  );
}

/** Returns the rectangle being drawn with the pointer, and the event handlers of the picture. */
function useDrawing(onDrawn: (area: Area) => void) {
  const [drag, setDrag] = useState<{ from: Point; drawn: Area | null } | null>(null);
  const positionIn = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const shown = currentTarget.getBoundingClientRect();
    return { at: { x: clientX - shown.left, y: clientY - shown.top }, shown };
  };
  return {
    drawn: drag?.drawn ?? null,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: positionIn(event).at, drawn: null });
      },
      onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
        const { at, shown } = positionIn(event);
        if (drag) setDrag({ ...drag, drawn: areaBetween(drag.from, at, shown) });
      },
      onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => {
        const { at, shown } = positionIn(event);
        const area = drag && areaBetween(drag.from, at, shown);
        setDrag(null);
        if (area) onDrawn(area);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}
