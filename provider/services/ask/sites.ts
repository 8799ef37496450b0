/** Sites by the names that people call them, folded. What a library holds is known besides. */
export const knownSites: Readonly<Record<string, string>> = {
  github: 'github.com', gitlab: 'gitlab.com', youtube: 'youtube.com', vimeo: 'vimeo.com', wikipedia: 'wikipedia.org',
  reddit: 'reddit.com', twitter: 'twitter.com', medium: 'medium.com', 'stack overflow': 'stackoverflow.com',
  stackoverflow: 'stackoverflow.com', 'hacker news': 'news.ycombinator.com', hackernews: 'news.ycombinator.com',
  hn: 'news.ycombinator.com', mdn: 'developer.mozilla.org', npm: 'npmjs.com', nytimes: 'nytimes.com',
  'new york times': 'nytimes.com', 'the new york times': 'nytimes.com', guardian: 'theguardian.com',
  'the guardian': 'theguardian.com', bbc: 'bbc.com', spotify: 'spotify.com', soundcloud: 'soundcloud.com',
  linkedin: 'linkedin.com', instagram: 'instagram.com', facebook: 'facebook.com', tiktok: 'tiktok.com',
  pinterest: 'pinterest.com', twitch: 'twitch.tv', arxiv: 'arxiv.org', substack: 'substack.com', quora: 'quora.com',
  figma: 'figma.com', notion: 'notion.so', imdb: 'imdb.com', netflix: 'netflix.com', goodreads: 'goodreads.com',
  letterboxd: 'letterboxd.com', dribbble: 'dribbble.com', behance: 'behance.net', codepen: 'codepen.io',
  kaggle: 'kaggle.com', huggingface: 'huggingface.co', 'hugging face': 'huggingface.co', coursera: 'coursera.org',
  udemy: 'udemy.com', bluesky: 'bsky.app', 'dev.to': 'dev.to', amazon: 'amazon.com', flickr: 'flickr.com',
  unsplash: 'unsplash.com', 'ted': 'ted.com', slideshare: 'slideshare.net', scribd: 'scribd.com', etsy: 'etsy.com',
  globo: 'globo.com', g1: 'g1.globo.com', uol: 'uol.com.br', folha: 'folha.uol.com.br', estadao: 'estadao.com.br',
  tabnews: 'tabnews.com.br', 'mercado livre': 'mercadolivre.com.br', mercadolivre: 'mercadolivre.com.br',
  tecnoblog: 'tecnoblog.net', alura: 'alura.com.br', nexo: 'nexojornal.com.br', tudogostoso: 'tudogostoso.com.br',
}; // prettier-ignore

/** Names that are words of the language too: they are sites only where nothing follows that they could belong to. */
export const wordySites = new Set(['medium', 'notion', 'ted', 'amazon', 'guardian', 'the guardian', 'nexo']);

const address = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}$/;

/** `news.ycombinator.com` for what is written like it. */
export function asHost(sign: string): string | null {
  const host = sign.replace(/^https?:\/\//, '').replace(/^www\./, '').replace(/\/$/, ''); // prettier-ignore
  return address.test(host) ? host : null;
}

const shortestName = 4;
const ofAll = /^(?:co|com|net|org|gov|edu|github|blogspot|wordpress|example)$/;

/** What people call a host: `smittenkitchen` of `smittenkitchen.com`, `globo` of `g1.globo.com`. */
export function nameOfHost(host: string): string | null {
  const labels = host.split('.').slice(0, -1);
  const name = labels.findLast((label) => !ofAll.test(label));
  return name !== undefined && name.length >= shortestName ? name : null;
}
