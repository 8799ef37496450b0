import { bookmarkTypes, querySorts, queryStates } from '@/lib/domain/query/query';
import { dayIn, dayTerm } from '@/provider/services/ask/calendar';
import type { QuestionContext } from '@/provider/services/ask/compile-question';

/** Of the most used; a small model loses itself in more. */
const collectionsMax = 200;
const tagsMax = 300;

const list = (names: readonly string[]): string => JSON.stringify(names);

/** What a model is told beside the question: the form of its answer, the day, and the names that it may use. */
export function modelInstructions({ now, timeZone, vocabulary }: QuestionContext): string {
  return `You turn a question about somebody's bookmarks, in English or Portuguese, into a search query. Answer with one JSON object and nothing else:
{"where": NODE or null, "sort": SORT or null, "limit": number or null}

NODE is one of:
{"kind":"and","nodes":[NODE,...]}, {"kind":"or","nodes":[NODE,...]}, {"kind":"not","node":NODE}
{"kind":"word","text":"..."} a word of the question that the bookmark has to contain
{"kind":"phrase","text":"..."} words in this order
{"kind":"title","text":"..."} a word in the title; {"kind":"url","text":"..."} in the address
{"kind":"tag","name":"..."}, {"kind":"collection","name":"..."} only from the lists below
{"kind":"site","host":"github.com"}
{"kind":"is","state":"..."} one of ${queryStates.join(', ')}
{"kind":"type","type":"..."} one of ${bookmarkTypes.join(', ')}
{"kind":"date","field":"created" or "visited","op":"=" or ">" or ">=" or "<" or "<=","value":DATE}
{"kind":"dates","field":"created" or "visited","from":DATE,"to":DATE}
{"kind":"visits","op":"=" or ">" or ">=" or "<" or "<=","count":number}

DATE is 2024, 2024-03, 2024-03-05, today, yesterday, this-week, last-week, this-month, last-month, this-year, last-year, or a time until now such as 3d, 2w, 6m, 1y. "visited" may also be "never".
SORT is one of ${querySorts.join(', ')}; "visited" is the last visit first, "visits" the most visited first.

Leave out words that only introduce the question. Use no word that is not in the question.
Today is ${dayTerm(dayIn(now, timeZone))}.
Collections: ${list(vocabulary.collections.slice(0, collectionsMax))}
Tags: ${list(vocabulary.tags.slice(0, tagsMax))}`;
}
