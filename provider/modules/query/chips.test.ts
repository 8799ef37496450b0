import { describe, expect, test } from 'vitest';
import { bookmarkTypes, querySorts, queryStates } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { labelChip, labelChips } from '@/provider/modules/query/chips';

describe('the label of a condition', () => {
  test.each([
    ['created', '=', 'last-week', 'last week', 'semana passada'],
    ['created', '-=', 'last-week', 'not last week', 'exceto semana passada'],
    ['created', '=', '30d', 'past 30 days', 'últimos 30 dias'],
    ['created', '>=', '1w', 'past week', 'última semana'],
    ['created', '>', '30d', 'past 30 days', 'últimos 30 dias'],
    ['created', '..', '1y..30d', 'saved from a year ago to 30 days ago', 'salvos de um ano atrás até 30 dias atrás'],
    ['created', '<', '1y', 'saved more than a year ago', 'salvos há mais de um ano'],
    ['created', '<=', '2w', 'saved up to 2 weeks ago', 'salvos até 2 semanas atrás'],
    ['created', '=', '2024', 'saved in 2024', 'salvos em 2024'],
    ['created', '=', '2024-03', 'saved in March 2024', 'salvos em março de 2024'],
    ['created', '=', '2024-03-05', 'saved on 5 Mar 2024', 'salvos em 5 de mar. de 2024'],
    ['created', '>', '2026-01-01', 'saved after 1 Jan 2026', 'salvos depois de 1 de jan. de 2026'],
    ['created', '>=', 'last-month', 'saved since last month', 'salvos desde o mês passado'],
    ['created', '<', 'last-week', 'saved before last week', 'salvos antes da semana passada'],
    ['created', '<=', 'yesterday', 'saved up to yesterday', 'salvos até ontem'],
    ['created', '..', '2024-01..2024-03', 'saved from January 2024 to March 2024', 'salvos de janeiro de 2024 até março de 2024'],
    ['created', '..', 'last-year..today', 'saved from last year to today', 'salvos do ano passado até hoje'],
    ['visited', '=', 'this-week', 'visited this week', 'visitados nesta semana'],
    ['visited', '=', '6m', 'visited in the past 6 months', 'visitados nos últimos 6 meses'],
    ['visited', '<', '1y', 'last visited more than a year ago', 'última visita há mais de um ano'],
    ['visited', '<=', '2024', 'last visited up to 2024', 'última visita até 2024'],
    ['visited', '=', 'never', 'never visited', 'nunca visitados'],
    ['visited', '-=', 'never', 'visited at least once', 'já visitados'],
    ['visits', '>', '5', 'more than 5 visits', 'mais de 5 visitas'],
    ['visits', '>=', '1', '1 visit or more', '1 visita ou mais'],
    ['visits', '=', '0', 'never visited', 'nunca visitados'],
    ['visits', '<', '1200', 'fewer than 1,200 visits', 'menos de 1.200 visitas'],
    ['site', '=', 'github.com', 'github.com', 'github.com'],
    ['site', '=', 'xn--bcher-kva.example', 'bücher.example', 'bücher.example'],
    ['site', '-=', 'xn--bcher-kva.example', 'not bücher.example', 'exceto bücher.example'],
    ['site', '-=', 'youtube.com', 'not youtube.com', 'exceto youtube.com'],
    ['tag', '=', 'slow travel', '#slow travel', '#slow travel'],
    ['tag', '-=', 'work', 'not #work', 'exceto #work'],
    ['collection', '=', 'Recipes', 'in Recipes', 'em Recipes'],
    ['collection', '-=', 'Recipes', 'not in Recipes', 'fora de Recipes'],
    ['collection', '=', 'uncategorized', 'in Uncategorized', 'em Sem categoria'],
    ['collection', '-=', 'Uncategorized', 'not in Uncategorized', 'fora de Sem categoria'],
    ['is', '=', 'favorite', 'favorites', 'com estrela'],
    ['is', '-=', 'untagged', 'with tags', 'com etiquetas'],
    ['type', '=', 'video', 'videos', 'vídeos'],
    ['type', '-=', 'docs', 'not documentation', 'exceto documentação'],
    ['title', '=', '"night trains"', '“night trains” in the title', '“night trains” no título'],
    ['url', '=', 'blog', '“blog” in the address', '“blog” no endereço'],
    ['sort', '=', 'visits', 'most visited', 'mais visitados'],
    ['limit', '=', '10', 'at most 10', 'no máximo 10'],
  ])('%s %s %s: %s', (field, op, value, en, pt) => {
    const chip = { field, op, value };
    expect([labelChip('en', chip), labelChip('pt-BR', chip)]).toEqual([en, pt]);
  }); // prettier-ignore

  test.each([
    ['group', '=', '#a OR #b', '#a OR #b'],
    ['group', '-=', '(#a #b)', 'not (#a #b)'],
    ['created', '=', '2024-99', 'saved in 2024-99'],
    ['created', '..', 'soon..2024', 'soon..2024'],
    ['created', '~', '2024', '2024'],
    ['is', '=', 'constructor', 'constructor'],
    ['tag', '=', '{name}', '#{name}'],
    ['collection', '=', '{name} $&', 'in {name} $&'],
    ['visits', '>', 'many', 'many'],
  ])('is the value if there is no message: %s %s %s', (field, op, value, label) => {
    expect(labelChip('en', { field, op, value })).toBe(label);
  });

  test.each([
    ['is', queryStates],
    ['type', bookmarkTypes],
    ['sort', querySorts],
  ] as const)('every value of %s has a label', (field, values) => {
    for (const locale of ['en', 'pt-BR'] as const) {
      const labels = values.flatMap((value) =>
        ['=', '-='].map((op) => labelChip(locale, { field, op, value })),
      );
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test('the chips of a query are in its order, and groups are printed', () => {
    const text =
      'trains -site:youtube.com (#a OR type:video) -(#work is:broken) -"on foot" created:<1y sort:visits limit:10';
    expect(labelChips('en', parseQuery(text).query)).toEqual([
      { field: 'site', op: '-=', value: 'youtube.com', label: 'not youtube.com' },
      { field: 'group', op: '=', value: '#a OR type:video', label: '#a OR type:video' },
      { field: 'group', op: '-=', value: '#work is:broken', label: 'not (#work is:broken)' },
      { field: 'group', op: '-=', value: '"on foot"', label: 'not "on foot"' },
      { field: 'created', op: '<', value: '1y', label: 'saved more than a year ago' },
      { field: 'sort', op: '=', value: 'visits', label: 'most visited' },
      { field: 'limit', op: '=', value: '10', label: 'at most 10' },
    ]);
  });
});
