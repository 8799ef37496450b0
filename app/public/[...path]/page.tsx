/** Paths below `/public` that do not belong to a collection. */
export { default } from '@/app/public/page';
