import { clsx, type ClassValue } from 'clsx';

/** Joins class names; it does not resolve conflicts, so a component's `className` only adds what it leaves open. */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
