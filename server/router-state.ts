/** Next refuses longer ones. */
const maxLength = 40_000;

/** Types of parameters in a path, each with the marks of intercepting routes. */
const parameterType = /^(?:oc|(?:c|d)(?:i(?:\(\.\)|\(\.\.\)|\(\.\.\)\(\.\.\)|\(\.\.\.\)))?)$/;
const refetchMarks = ['refetch', 'inside-shared-layout', 'metadata-only'];

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);

/**
 * Whether Next can parse the value of `next-router-state-tree`, which a navigation sends. It responds with 500 to any
 * other, so those are refused as malformed. The shape is the one of the pinned version
 * (`next/dist/server/app-render/types`); the journeys show that every navigation passes.
 */
export function hasReadableRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true;
  if (typeof header !== 'string' || header.length > maxLength) return false;
  try {
    return isRouterState(JSON.parse(decodeURIComponent(header)));
  } catch {
    return false;
  }
}

function isRouterState(state: unknown): boolean {
  if (!Array.isArray(state) || state.length > 6) return false;
  const [segment, routes, refreshUrl, refetch, hints, head] = state as unknown[];
  return (
    (isString(segment) || isDynamicSegment(segment)) &&
    typeof routes === 'object' &&
    routes !== null &&
    !Array.isArray(routes) &&
    Object.values(routes).every(isRouterState) &&
    isAbsentOr((value) => isStrings(value) && (value as unknown[]).length === 2)(refreshUrl) &&
    isAbsentOr((value) => refetchMarks.includes(String(value)) && isString(value))(refetch) &&
    isAbsentOr((value) => typeof value === 'number')(hints) &&
    (head === undefined || isString(head))
  );
}

/** Name, value and type of a parameter, and the static siblings of its segment. */
function isDynamicSegment(segment: unknown): boolean {
  if (!Array.isArray(segment) || segment.length !== 4) return false;
  const [name, value, type, siblings] = segment as unknown[];
  return (
    isString(name) &&
    isString(value) &&
    isString(type) &&
    parameterType.test(String(type)) &&
    (siblings === null || isStrings(siblings))
  );
}
