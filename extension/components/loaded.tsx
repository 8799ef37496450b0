import { useEffect, useState, type ComponentType } from 'react';

/** A component in a file of its own, of which nothing is shown until it has arrived. */
export interface Loaded<Props> {
  readonly Component: ComponentType<Props>;
  /** Loads the file before it is needed, so that the component appears with the very next click. */
  readonly prepare: () => Promise<void>;
}

/**
 * Loads a component when it is first rendered, like `React.lazy`, and shows it as soon as its file has arrived: React
 * waits 300 ms before it replaces the fallback of a `Suspense`, which is longer than everything else that a popup does
 * until it can be used.
 */
export function loaded<Props extends object>(load: () => Promise<ComponentType<Props>>): Loaded<Props> {
  let arrived: ComponentType<Props> | null = null;
  const prepare = async () => {
    arrived ??= await load();
  };
  function Component(props: Props) {
    const [Latest, setLatest] = useState(() => arrived);
    const isMissing = Latest === null;
    useEffect(() => {
      if (isMissing) void prepare().then(() => setLatest(() => arrived));
    }, [isMissing]);
    return Latest && <Latest {...props} />;
  }
  return { Component, prepare };
}
