import { eachFlagName } from '@/lib/bookmark/fields';
import { foldText } from '@/lib/domain/search-words';
import { createRandom } from '@/lib/utils/random';
import { demoTopics, type DemoTopic } from '@/provider/seed/demo-topics';

export type DemoBookmark = ReturnType<typeof topicBookmarks>[number];

const dayMs = 86_400_000;
const twoYearsMs = 730 * dayMs;

/** The 500 bookmarks of the demo library, saved over the two years before `now`. The result is deterministic. */
export function demoBookmarks(now: Date): DemoBookmark[] {
  const random = createRandom(2_026);
  const made = demoTopics.flatMap((topic) => topicBookmarks(topic, random, now));
  return made.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function topicBookmarks(topic: DemoTopic, random: () => number, now: Date) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const titles = shuffle(everyTitle(topic), random).slice(0, topic.bookmarks);
  return titles.map((title) => {
    const ageMs = Math.floor(random() ** 1.4 * twoYearsMs) + 60_000;
    const visits = random() < 0.55 ? Math.ceil(random() ** 3 * 24) : 0;
    return {
      topic,
      title,
      url: `https://${pick(topic.hosts)}/${slug(title)}`,
      description: random() < 0.6 ? pick(topic.descriptions) : '',
      tags: topic.tags.filter(() => random() < 0.35),
      ...randomFlags(random),
      visits,
      createdAt: new Date(now.getTime() - ageMs),
      lastAccessedAt: visits === 0 ? null : new Date(now.getTime() - Math.floor(random() * ageMs)),
    };
  });
}

const randomFlags = (random: () => number) => eachFlagName(() => random() < 0.06);

/** Combines each title pattern of a topic with each word that can fill it. */
function everyTitle({ titles, words }: DemoTopic): string[] {
  const fill = (pattern: string): string[] => {
    const name = /\{(\w+)\}/.exec(pattern)?.[1];
    if (name === undefined) return [pattern.charAt(0).toUpperCase() + pattern.slice(1)];
    return (words[name] ?? []).flatMap((word) => fill(pattern.replaceAll(`{${name}}`, word)));
  };
  return titles.flatMap(fill);
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

const slug = (title: string): string =>
  foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
