import {
  isFields,
  listOf,
  pick,
  scrubAttributes,
  scrubBreadcrumb,
  scrubDescription,
  type Fields,
  type Scrubber,
} from '@/lib/observability/scrub-text';

/** Event types of a recording (rrweb). */
const FULL_SNAPSHOT = 2;
const INCREMENT = 3;
const META = 4;
const CUSTOM = 5;
const NUMERIC_EVENTS = new Set([0, 1]);

/** Sources of increments. Sources not listed here contain texts, images or console output. */
const MUTATION = 0;
const INPUT = 5;
const NUMERIC_SOURCES = new Set([1, 2, 3, 4, 6, 7, 12, 14]);
const STYLE_SOURCES = new Set([8, 13, 15]);

const TEXT_NODE = 3;

/** Attributes required for the appearance and behavior of a page. Attributes with texts or URLs are excluded. */
const ATTRIBUTES = new Set([
  ...['class', 'style', 'type', 'role', 'dir', 'lang', 'hidden', 'open', 'checked', 'selected', 'disabled'],
  ...['colspan', 'rowspan', 'width', 'height', 'viewBox', 'd', 'fill', 'stroke', 'cx', 'cy', 'r', 'x', 'y'],
  ...['data-theme', 'data-state', 'data-orientation', 'data-side', '_cssText'],
]);

/**
 * Scrubs a replay segment: a line with its number, then a JSON list of events. The SDK already masks texts; here all
 * texts are masked again and attributes are allow-listed. Anything else, including compressed segments, is removed.
 */
export function scrubRecording(payload: unknown, scrubber: Scrubber): string | null {
  if (typeof payload !== 'string') return null;
  const end = payload.indexOf('\n');
  const events = listOf(JSON.parse(payload.slice(end + 1)));
  const scrubbed = events.flatMap((event) => {
    const data = scrubData(event['type'], event['data'], scrubber);
    return data === null ? [] : [{ ...pick(event, ['type', 'timestamp']), data }];
  });
  return `${payload.slice(0, end)}\n${JSON.stringify(scrubbed)}`;
}

function scrubData(type: unknown, data: unknown, scrubber: Scrubber): Fields | null {
  if (!isFields(data)) return null;
  if (NUMERIC_EVENTS.has(Number(type))) return {};
  if (type === FULL_SNAPSHOT) return { node: scrubNode(data['node']), initialOffset: data['initialOffset'] };
  if (type === META) {
    return { ...pick(data, ['width', 'height']), href: scrubber.url(String(data['href'])) };
  }
  if (type === CUSTOM) return scrubCustom(data, scrubber);
  if (type !== INCREMENT) return null;
  const source = Number(data['source']);
  if (NUMERIC_SOURCES.has(source)) return data;
  if (STYLE_SOURCES.has(source)) return removeUrls(data) as Fields;
  if (source === INPUT) return { ...data, text: mask(data['text']) };
  return source === MUTATION ? scrubMutation(data) : null;
}

function scrubMutation(data: Fields): Fields {
  return {
    ...pick(data, ['source', 'removes', 'isAttachIframe']),
    adds: listOf(data['adds']).map((added) => ({ ...added, node: scrubNode(added['node']) })),
    texts: listOf(data['texts']).map((changed) => ({ ...changed, value: mask(changed['value']) })),
    attributes: listOf(data['attributes']).map((changed) => ({
      ...changed,
      attributes: scrubNodeAttributes(changed['attributes']),
    })),
  };
}

function scrubNode(node: unknown): Fields {
  if (!isFields(node)) return {};
  const { attributes, childNodes, textContent } = node;
  const isStyle = node['type'] === TEXT_NODE && node['isStyle'] === true;
  return {
    ...pick(node, ['type', 'id', 'rootId', 'tagName', 'name', 'publicId', 'systemId', 'compatMode']),
    ...pick(node, ['isSVG', 'isStyle', 'isShadowHost', 'isShadow', 'needBlock']),
    ...(attributes !== undefined && { attributes: scrubNodeAttributes(attributes) }),
    ...(textContent !== undefined && { textContent: isStyle ? removeUrls(textContent) : mask(textContent) }),
    ...(Array.isArray(childNodes) && { childNodes: childNodes.map(scrubNode) }),
  };
}

function scrubNodeAttributes(attributes: unknown): Fields {
  if (!isFields(attributes)) return {};
  const entries = Object.entries(attributes).filter(
    ([name, value]) =>
      (typeof value !== 'string' && !isObject(value)) || ATTRIBUTES.has(name) || name.startsWith('rr_'),
  );
  return removeUrls(Object.fromEntries(entries)) as Fields;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const cssUrl = /url\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^)]*)\)/gi;

/** Replaces the URLs in all CSS texts of a value: those of icons contain the hosts of bookmarks. */
function removeUrls(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(cssUrl, 'none');
  if (Array.isArray(value)) return value.map(removeUrls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, removeUrls(inner)]));
}

/** Scrubs events that the SDK adds to the recording: breadcrumbs and network spans. */
function scrubCustom({ tag, payload }: Fields, scrubber: Scrubber): Fields | null {
  if (!isFields(payload)) return null;
  if (tag === 'breadcrumb') return { tag, payload: scrubBreadcrumb(payload, scrubber) };
  if (tag === 'options') return { tag, payload: scrubAttributes(payload, scrubber) };
  if (tag !== 'performanceSpan') return null;
  const { description, data } = payload;
  return {
    tag,
    payload: {
      ...pick(payload, ['op', 'startTimestamp', 'endTimestamp']),
      ...(typeof description === 'string' && { description: scrubDescription(description, scrubber) }),
      ...(isFields(data) && { data: scrubAttributes(data, scrubber) }),
    },
  };
}

const mask = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll(/\S/g, '*') : text);
