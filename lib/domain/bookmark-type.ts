import type { BookmarkType } from '@/lib/domain/query/query';

type Table = ReadonlyMap<string, BookmarkType>;

const table = (rows: Readonly<Partial<Record<BookmarkType, string>>>): Table =>
  new Map(
    (Object.entries(rows) as [BookmarkType, string][]).flatMap(([type, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, type] as const),
    ),
  );

/** Types of hosts and of their subdomains, unless those have their own entries. */
export const typesOfHosts: Table = table({
  video: `
    youtube.com youtu.be youtube-nocookie.com vimeo.com twitch.tv dailymotion.com dai.ly tiktok.com rumble.com odysee.com
    bilibili.com b23.tv nicovideo.jp ted.com loom.com streamable.com wistia.com netflix.com primevideo.com disneyplus.com
    hulu.com max.com hbomax.com mubi.com crunchyroll.com nebula.tv v.redd.it clips.twitch.tv tv.apple.com kick.com
    globoplay.globo.com video.google.com media.ccc.de infocon.org peertube.tv framatube.org rutube.ru d.tube
    curiositystream.com arte.tv videolectures.net`,
  docs: `
    learn.microsoft.com msdn.microsoft.com readthedocs.io readthedocs.org rtfd.io gitbook.io gitbook.com devdocs.io
    cppreference.com cplusplus.com man7.org linux.die.net manpages.debian.org manpages.ubuntu.com man.archlinux.org
    wiki.archlinux.org man.openbsd.org man.freebsd.org man.cx tldr.sh explainshell.com w3.org w3schools.com web.dev
    rfc-editor.org datatracker.ietf.org tools.ietf.org ietf.org tc39.es whatwg.org caniuse.com typescriptlang.org
    react.dev angular.dev vuejs.org javadoc.io rubydoc.info ruby-doc.org rubydocs.org hexdocs.pm metacpan.org
    perldoc.perl.org php.net schema.org json-schema.org openapis.org httpwg.org godoc.org
    spec.commonmark.org unicode.org mathworld.wolfram.com reference.wolfram.com rust-lang.github.io wiki.debian.org
    wiki.gentoo.org help.ubuntu.com support.apple.com support.google.com support.mozilla.org`,
  code: `
    github.com gist.github.com githubusercontent.com githubassets.com gitlab.com codeberg.org bitbucket.org sr.ht
    gitea.com gitee.com sourceforge.net sourcehut.org savannah.gnu.org launchpad.net git.kernel.org npmjs.com npmjs.org
    npm.im npmx.dev yarnpkg.com jsr.io deno.land esm.sh unpkg.com jsdelivr.com cdnjs.com bundlephobia.com crates.io lib.rs
    pypi.org pypi.python.org anaconda.org conda-forge.org rubygems.org packagist.org pkg.go.dev hex.pm nuget.org
    mvnrepository.com central.sonatype.com search.maven.org cran.r-project.org pub.dev cocoapods.org
    swiftpackageindex.com formulae.brew.sh hackage.haskell.org opam.ocaml.org clojars.org hub.docker.com quay.io
    artifacthub.io stackoverflow.com superuser.com serverfault.com askubuntu.com unix.stackexchange.com
    softwareengineering.stackexchange.com codereview.stackexchange.com dba.stackexchange.com stackapps.com codepen.io
    codesandbox.io jsfiddle.net jsbin.com stackblitz.com replit.com repl.it glitch.com leetcode.com hackerrank.com
    codewars.com exercism.org rosettacode.org adventofcode.com huggingface.co kaggle.com godbolt.org observablehq.com
    play.rust-lang.org play.golang.org colab.research.google.com pastebin.com greasyfork.org regex101.com
    marketplace.visualstudio.com addons.mozilla.org gitpod.io sourcegraph.com grep.app`,
  article: `
    wikipedia.org wikinews.org wikibooks.org wikisource.org wiktionary.org britannica.com medium.com dev.to substack.com
    hashnode.dev hashnode.com wordpress.com blogspot.com blogger.com ghost.io bearblog.dev write.as mataroa.blog
    github.blog telegra.ph hackernoon.com freecodecamp.org css-tricks.com smashingmagazine.com alistapart.com sitepoint.com
    infoq.com lwn.net phoronix.com martinfowler.com joelonsoftware.com paulgraham.com danluu.com daringfireball.net
    stratechery.com acolyer.org lesswrong.com overreacted.io simonwillison.net tabnews.com.br nytimes.com theguardian.com
    bbc.com bbc.co.uk cnn.com washingtonpost.com reuters.com apnews.com economist.com ft.com bloomberg.com wsj.com
    theatlantic.com newyorker.com wired.com arstechnica.com theverge.com techcrunch.com engadget.com zdnet.com vox.com
    politico.com politico.eu npr.org aljazeera.com forbes.com fortune.com businessinsider.com time.com vice.com slate.com
    salon.com usatoday.com latimes.com cbsnews.com nbcnews.com independent.co.uk telegraph.co.uk thetimes.co.uk axios.com
    propublica.org theintercept.com motherjones.com spiegel.de zeit.de heise.de golem.de dw.com lemonde.fr lefigaro.fr
    elpais.com elmundo.es corriere.it repubblica.it publico.pt dn.pt observador.pt expresso.pt globo.com uol.com.br
    estadao.com.br terra.com.br r7.com cnnbrasil.com.br infomoney.com.br nexojornal.com.br metropoles.com poder360.com.br
    cartacapital.com.br tecmundo.com.br canaltech.com.br olhardigital.com.br tecnoblog.net theregister.com 404media.co
    gizmodo.com lifehacker.com howtogeek.com makeuseof.com venturebeat.com thenextweb.com 9to5mac.com macrumors.com
    anandtech.com tomshardware.com quantamagazine.org nautil.us aeon.co longreads.com hbr.org technologyreview.com
    nationalgeographic.com smithsonianmag.com scientificamerican.com newscientist.com phys.org nature.com science.org
    sciencedirect.com sciencemag.org springer.com ieee.org acm.org jstor.org ssrn.com biorxiv.org medrxiv.org arxiv.org
    doi.org semanticscholar.org researchgate.net aclanthology.org openreview.net plos.org pnas.org
    pubmed.ncbi.nlm.nih.gov cell.com mdpi.com frontiersin.org scielo.br scielo.org distill.pub jmlr.org`,
  image: `
    flickr.com flic.kr imgur.com unsplash.com pexels.com pixabay.com pinterest.com pinterest.pt pinterest.co.uk pin.it
    deviantart.com artstation.com 500px.com giphy.com tenor.com i.redd.it dribbble.com behance.net gettyimages.com
    shutterstock.com istockphoto.com smugmug.com photos.google.com commons.wikimedia.org upload.wikimedia.org pixiv.net
    pbs.twimg.com postimg.cc imgbb.com ibb.co prnt.sc openverse.org xkcd.com vsco.co`,
  audio: `
    spotify.com soundcloud.com bandcamp.com deezer.com tidal.com mixcloud.com music.youtube.com music.apple.com
    podcasts.apple.com podcasts.google.com music.amazon.com overcast.fm pocketcasts.com pca.st castbox.fm castro.fm
    podbean.com anchor.fm transistor.fm simplecast.com buzzsprout.com libsyn.com stitcher.com audible.com last.fm
    freesound.org radio.garden tunein.com audius.co librivox.org jamendo.com genius.com discogs.com ivoox.com
    somafm.com nts.live bandlab.com`,
  social: `
    twitter.com x.com nitter.net reddit.com redd.it linkedin.com lnkd.in facebook.com fb.com fb.watch instagram.com
    threads.net threads.com bsky.app bsky.social news.ycombinator.com lobste.rs tumblr.com vk.com weibo.com quora.com
    discord.com discord.gg t.me telegram.me snapchat.com nextdoor.com producthunt.com mastodon.social mastodon.online
    mastodon.world mstdn.social mas.to fosstodon.org hachyderm.io infosec.exchange techhub.social ioc.exchange
    mathstodon.xyz sigmoid.social ruby.social indieweb.social chaos.social kolektiva.social lemmy.world lemmy.ml
    programming.dev beehaw.org kbin.social tildes.net squabbles.io koo.app whatsapp.com wa.me slashdot.org metafilter.com
    indiehackers.com goodreads.com letterboxd.com`,
});

/** Hosts whose names would be misleading. */
export const hostsOfNoType: ReadonlySet<string> = new Set(['docs.google.com', 'pages.github.com']);

/** Types by first label of the host: `docs.example.com`. */
export const typesOfFirstLabels: Table = table({
  docs: 'docs doc developer developers documentation devdocs apidocs',
  article: 'blog blogs news engineering magazine',
  code: 'git gitlab gitea forgejo bugzilla',
  audio: 'podcast podcasts',
  video: 'peertube tube video videos',
  social: 'mastodon mstdn lemmy',
});

/** Types by path segment. */
export const typesOfPathParts: Table = table({
  docs: 'docs doc documentation apidocs api-docs javadoc reference manual manuals handbook',
  article: 'blog blogs post posts article articles news artigo artigos noticia noticias',
  audio: 'podcast podcasts',
  video: 'videos',
});

export const typesOfExtensions: Table = table({
  pdf: 'pdf',
  image: 'png jpg jpeg gif webp avif svg bmp tif tiff heic',
  audio: 'mp3 flac ogg oga opus wav m4a aac',
  video: 'mp4 webm mkv mov avi m4v ogv m3u8',
});

export interface TypedBookmark {
  /** Displayed host, without `www.`; empty for non-web URLs. */
  readonly domain: string;
  /** The part of the URL after the host. */
  readonly path: string;
  readonly title: string;
}

const extensionLength = 4;
const partsMax = 4;
const endsOfTitles = new Set(['documentation', 'documentação']);

/** Returns the type of a bookmarked page from its URL and, to some extent, its title; null if unknown. */
export function bookmarkType({ domain, path, title }: TypedBookmark): BookmarkType | null {
  if (domain === '') return null;
  const host = hostOf(domain);
  const end = path.search(/[?#]/);
  const page = end < 0 ? path : path.slice(0, end);
  const parts = page.toLowerCase().split('/', partsMax + 1);
  const ofHost = typeOfHost(host);
  if (ofHost === 'code') return typeOnCodeHost(parts);
  if (isPaper(host, parts) || title.startsWith('[PDF]')) return 'pdf';
  return typeOfFile(page) ?? ofHost ?? typeOfParts(host, parts) ?? typeOfTitle(title);
}

/** Returns the host without the port. */
function hostOf(domain: string): string {
  const port = domain.startsWith('[') ? -1 : domain.indexOf(':');
  return port < 0 ? domain : domain.slice(0, port);
}

/** Returns the type by the host itself, its first label, or a parent domain. */
function typeOfHost(host: string): BookmarkType | null {
  const own = typesOfHosts.get(host);
  if (own !== undefined) return own;
  if (hostsOfNoType.has(host)) return null;
  let dot = host.indexOf('.');
  const label = typesOfFirstLabels.get(host.slice(0, Math.max(dot, 0)));
  if (label !== undefined) return label;
  while (dot >= 0) {
    const above = typesOfHosts.get(host.slice(dot + 1));
    if (above !== undefined) return above;
    dot = host.indexOf('.', dot + 1);
  }
  return null;
}

/** Repositories contain files and folders of all types; only top-level paths of the site have another type. */
function typeOnCodeHost([, first, second]: readonly string[]): BookmarkType {
  if (second !== undefined && (first === 'docs' || first === 'blog'))
    return first === 'docs' ? 'docs' : 'article';
  return 'code';
}

/** Some paper archives serve files without an extension. */
const isPaper = (host: string, [, first]: readonly string[]): boolean =>
  first === 'pdf' && (host === 'arxiv.org' || host === 'openreview.net');

function typeOfFile(page: string): BookmarkType | null {
  const dot = page.lastIndexOf('.');
  const length = page.length - dot - 1;
  return dot < 0 || length > extensionLength
    ? null
    : (typesOfExtensions.get(page.slice(dot + 1).toLowerCase()) ?? null);
}

function typeOfParts(host: string, parts: readonly string[]): BookmarkType | null {
  if (hostsOfNoType.has(host)) return null;
  for (const part of parts) {
    const type = typesOfPathParts.get(part);
    if (type !== undefined) return type;
  }
  return null;
}

/** Title suffixes of common documentation generators. */
const typeOfTitle = (title: string): BookmarkType | null =>
  endsOfTitles.has(title.slice(title.lastIndexOf(' ') + 1).toLowerCase()) ? 'docs' : null;
