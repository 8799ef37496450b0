import { clsx, type ClassValue } from 'clsx';

/** Joins class names without resolving conflicts; `className` may only set what the component leaves unset. */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
