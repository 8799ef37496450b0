'use client';

import { useRef, useState, type DragEvent } from 'react';

interface DropTarget {
  /** A file is held over the target. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

const holdsFile = (event: { dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Makes an element take a file that is dropped on it; `onNear` is called when one comes over it. */
export function useDropTarget({
  onFile,
  onNear,
}: {
  onFile: (file: File) => void;
  onNear: () => void;
}): DropTarget {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent, so the pointer is inside as long as it entered more often than it left.
  const depth = useRef(0);

  const move = (event: DragEvent, step: 1 | -1) => {
    if (!holdsFile(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setIsOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event) => {
        onNear();
        move(event, 1);
      },
      onDragLeave: (event) => move(event, -1),
      onDragOver: (event) => event.preventDefault(),
      onDrop: (event) => {
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      },
    },
  };
}
