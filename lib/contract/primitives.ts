import { z } from 'zod';
import { isBlank } from '@/lib/contract/blank';
import { isEmail, toAsciiEmail } from '@/lib/contract/email';
import { limits } from '@/lib/contract/limits';

/** Length in code points, so that an emoji counts once regardless of its UTF-16 length. */
const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

// A lone surrogate or a NUL cannot be stored as UTF-8 text; both are rejected before they reach the database.
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Text of at most `max` code points. Messages of refinements are codes, which are translated in
 * `messages/<locale>/validation.json`.
 */
export const text = (max: number, min = 0) =>
  z
    .string()
    .refine(isStorable, 'unstorable_text')
    .refine(
      (value) => value.length <= max || (value.length <= max * 2 && codePoints(value) <= max),
      'too_long',
    )
    .refine((value) => min === 0 || (!isBlank(value) && value.trim().length >= min), 'required')
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) });

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const Uuid = z
  .string()
  .regex(uuidPattern, 'invalid_uuid')
  .toLowerCase()
  .meta({ id: 'Uuid', format: 'uuid', description: 'Public identifier (UUIDv7 when the service makes it).' });

/** Shorter lists are validated as a whole. */
const longLength = 200;

/**
 * A list of up to thousands of items for bookmarks. They are counted before they are validated, which ends soon after
 * the first invalid one: every issue takes time and memory, and only the first ones are reported. Valid items of a long
 * list are validated twice.
 */
export function longList<T extends z.ZodType>(item: T, max: number, { min = 1 } = {}) {
  const some = z.array(item).max(max, 'too_many_bookmarks');
  const list = min === 0 ? some : some.min(min, 'required');
  const endAtInvalid = (value: unknown): unknown => {
    if (!Array.isArray(value) || value.length <= longLength || value.length > max) return value;
    const invalid = value.findIndex((one) => !item.safeParse(one).success);
    return invalid === -1 ? value : value.slice(0, invalid + longLength);
  };
  return z.preprocess(endAtInvalid, list) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>;
}

export const Timestamp = z.iso.datetime().meta({ id: 'Timestamp', description: 'ISO 8601, UTC.' });

export const Color = z
  .string()
  .regex(/^[0-9a-f]{6}$/i, 'invalid_color')
  .toLowerCase()
  .meta({ id: 'Color', description: 'Six hexadecimal digits without #.', examples: ['b93a1a'] });

export const SortOrder = z.enum(['ASC', 'DESC']);
export type SortOrder = z.infer<typeof SortOrder>;

/** A boolean in a query string. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Position in a manual order, relative to another row. */
export const OrderInput = z
  .strictObject({ after: Uuid.optional(), before: Uuid.optional() })
  .refine((input) => (input.after === undefined) !== (input.before === undefined), {
    message: 'after_or_before',
    path: ['after'],
  });

const decimal = /^(?:0|-?[1-9]\d{0,14})$/;

/** An integer in a query string, in plain decimal digits: `0x10`, `1e1`, `-0` and ` 1` are rejected. */
export const WholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && decimal.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );

const pageQuery = {
  page: WholeNumber(1, 1_000_000).optional(),
  cursor: text(4_000, 1).optional(),
  size: WholeNumber(1, limits.pageSizeMax).default(limits.pageSizeDefault),
};

const hasOnePosition = (query: { page?: unknown; cursor?: unknown }): boolean =>
  query.page === undefined || query.cursor === undefined;

/** A list query: the given filters, with `size` and either `page` or `cursor`, never both. */
export const paged = <T extends z.ZodRawShape>(filters: T) =>
  z
    .object({ ...filters, ...pageQuery })
    .refine((query) => hasOnePosition(query as { page?: number; cursor?: string }), {
      message: 'page_and_cursor',
      path: ['cursor'],
    });

export const Pagination = z
  .object({
    page: z.int().nullable().meta({ description: 'Null when the list is continued by cursor.' }),
    size: z.int(),
    total: z.int(),
    pages: z.int(),
    next: z.string().nullable().meta({ description: 'Opaque cursor of the next page, null at the end.' }),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof Pagination>;

export const Tags = z
  .string()
  .max((limits.tagLength + 2) * limits.tagsPerBookmark * 2, 'too_long')
  .refine(isStorable, 'unstorable_text')
  .refine((value) => value.split(',').length <= limits.tagsPerBookmark, 'too_many_tags')
  .refine(
    (value) => value.split(',').every((tag) => codePoints(tag.trim()) <= limits.tagLength),
    'tag_too_long',
  )
  .meta({ id: 'Tags', description: 'Comma-separated; each tag trimmed, at most 64 characters.' });

export const Email = z
  .string()
  .overwrite(toAsciiEmail)
  .max(limits.emailLength, 'too_long')
  .refine(isEmail, { error: 'invalid_email', when: ({ issues }) => issues.length === 0 })
  .meta({
    id: 'Email',
    format: 'email',
    description: 'Checked as browsers do. An international domain is stored in its ASCII form.',
  });

/** Normalizes full-width and similar digits and removes separators: `１２３ 456` is the code 123456. */
const foldDigits = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '');

export const Code = z
  .string()
  .max(64, 'invalid_code')
  .overwrite(foldDigits)
  .regex(/^\d{6}$/, 'invalid_code')
  .meta({
    id: 'Code',
    description: 'Six digits from a mail. Spaces and dashes are left out, full-width digits count.',
    examples: ['042917'],
  });

export const Password = z
  .string()
  .refine(isStorable, 'unstorable_text')
  .refine((value) => codePoints(value) >= limits.passwordMinLength, 'password_too_short')
  .refine(
    (value) => value.length <= limits.passwordMaxLength * 4 && codePoints(value) <= limits.passwordMaxLength,
    'too_long',
  )
  .meta({ id: 'Password', minLength: limits.passwordMinLength, maxLength: limits.passwordMaxLength });
