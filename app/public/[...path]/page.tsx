/** Addresses below `/public` that are none of a collection. */
export { default } from '@/app/public/page';
