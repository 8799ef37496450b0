import { feedRoute } from '@/app/public/feeds';

export const GET = feedRoute('atom.xml');
