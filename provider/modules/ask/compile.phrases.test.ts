import { expect, test } from 'vitest';
import { printQuery } from '@/lib/domain/query/print';
import { compileQuestion } from '@/provider/modules/ask/compile';

const context = {
  now: new Date('2026-11-21T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  vocabulary: {
    collections: ['Cooking', 'Receitas', 'Trabalho', 'Travel'],
    tags: ['rust', 'go', 'pão', 'css', 'machine learning'],
    hosts: ['smittenkitchen.com', 'react.dev'],
  },
};
const ask = (text: string, locale: string): string =>
  printQuery(compileQuestion(text, { ...context, locale }));

type Row = readonly [locale: string, text: string, meaning: string];

test.each<Row>([
  ['en', 'unread pdfs from arxiv saved this year', '-is:read type:pdf site:arxiv.org created:this-year'],
  ['en', 'my starred videos about bread, newest first', 'is:favorite type:video bread sort:newest'],
  [
    'en',
    'untagged articles from medium since june',
    'is:untagged type:article site:medium.com created:>=2026-06',
  ],
  ['en', 'broken links in Travel saved before 2024', 'is:broken @Travel created:<2024'],
  ['en', 'the 3 most visited docs tagged rust', 'type:docs #rust sort:visits limit:3'],
  ['en', 'public photos in Travel from last summer', 'is:public type:image @Travel created:2026-06..2026-08'],
  ['en', 'encrypted links I saved yesterday', 'is:encrypted created:yesterday'],
  ['en', 'favorite css articles opened this month', 'is:favorite css type:article visited:this-month'],
  ['en', 'uncategorized github repos, oldest first', 'is:uncollected site:github.com type:code sort:oldest'],
  ['en', 'articles to read later about css from last month', 'type:article is:later css created:last-month'],
  ['en', 'duplicate videos from youtube in Cooking', 'is:duplicate type:video site:youtube.com @Cooking'],
  ['en', 'podcasts about sleep or running from 2025', 'type:audio (sleep OR running) created:2025'],
  ['pt-BR', 'pdfs não lidos do arxiv salvos este ano', 'type:pdf -is:read site:arxiv.org created:this-year'],
  ['pt-BR', 'meus vídeos favoritos sobre pão, mais novos primeiro', 'type:video is:favorite pão sort:newest'],
  [
    'pt-BR',
    'artigos sem etiqueta do medium desde junho',
    'type:article is:untagged site:medium.com created:>=2026-06',
  ],
  ['pt-BR', 'links quebrados em Travel salvos antes de 2024', 'is:broken @Travel created:<2024'],
  ['pt-BR', 'os 3 vídeos mais visitados com a tag rust', 'type:video #rust sort:visits limit:3'],
  ['pt-BR', 'fotos públicas do verão passado', 'type:image is:public created:2025-12..2026-02'],
  ['pt-BR', 'repositórios sem coleção, mais antigos primeiro', 'type:code is:uncollected sort:oldest'],
  [
    'pt-BR',
    'artigos para ler depois sobre css do mês passado',
    'type:article is:later css created:last-month',
  ],
  ['pt-BR', 'podcasts sobre sono ou corrida salvos em 2025', 'type:audio (sono OR corrida) created:2025'],
  ['pt-BR', 'links criptografados que salvei ontem', 'is:encrypted created:yesterday'],
])('with several conditions, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'bread without the tag rust', 'bread -#rust'],
  [
    'en',
    'rust articles but not from medium or reddit',
    'rust type:article -site:medium.com -site:reddit.com',
  ],
  ['en', 'videos except from youtube and vimeo', 'type:video -site:youtube.com -site:vimeo.com'],
  ['en', 'recipes not in Cooking', 'recipes -@Cooking'],
  ['en', 'links that are not favorites and not public', '-is:favorite -is:public'],
  ['en', 'unstarred articles', '-is:favorite type:article'],
  ['en', 'photos, but not of lisbon', 'type:image -lisbon'],
  ['en', 'css, no videos', 'css -type:video'],
  ['en', 'bread recipes, except sourdough', 'bread recipes -sourdough'],
  ['en', 'everything not to read later', '-is:later'],
  ['en', 'links with tags in Travel', '-is:untagged @Travel'],
  ['en', 'no broken links please', '-is:broken'],
  ['pt-BR', 'pão sem a tag rust', 'pão -#rust'],
  ['pt-BR', 'artigos de rust mas não do medium', 'type:article rust -site:medium.com'],
  ['pt-BR', 'vídeos exceto do youtube', 'type:video -site:youtube.com'],
  ['pt-BR', 'receitas fora de Receitas', 'receitas -@Receitas'],
  ['pt-BR', 'artigos sem estrela', 'type:article -is:favorite'],
  ['pt-BR', 'fotos fora de Travel', 'type:image -@Travel'],
  ['pt-BR', 'links que não são públicos', '-is:public'],
  ['pt-BR', 'fotos, mas não de lisboa', 'type:image -lisboa'],
  ['pt-BR', 'receitas de pão, exceto fermentação', 'receitas pão -fermentação'],
  ['pt-BR', 'links fora de ler depois', '-is:later'],
  ['pt-BR', 'links com etiquetas de 2024', 'etiquetas 2024'],
  ['pt-BR', 'receitas que não estão em Receitas', 'receitas -@Receitas'],
])('with a negation, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'bread saved in the last 10 days', 'bread created:10d'],
  ['en', 'what I saved about css on the 5th of november', 'css created:2026-11-05'],
  ['en', 'rust talks from q3 2025', 'rust talks created:2025-07..2025-09'],
  ['en', 'links saved this month', 'created:this-month'],
  ['en', 'from the end of 2024', 'created:2024-10..2024-12'],
  ['en', 'receipts from december 2024', 'receipts created:2024-12'],
  ['en', 'css articles older than 18 months', 'css type:article created:<18m'],
  ['en', 'recipes saved between christmas and january', 'recipes saved between christmas and january'],
  ['en', 'everything since yesterday', 'created:>=yesterday'],
  ['en', 'news of march 2026', 'news created:2026-03'],
  ['en', 'from 2026-03-05', 'created:2026-03-05'],
  ['pt-BR', 'pão salvo nos últimos 10 dias', 'pão created:10d'],
  ['pt-BR', 'o que salvei sobre css em 5 de novembro', 'css created:2026-11-05'],
  ['pt-BR', 'palestras de rust do terceiro trimestre de 2025', 'palestras rust created:2025-07..2025-09'],
  ['pt-BR', 'do fim de 2024', 'created:2024-10..2024-12'],
  ['pt-BR', 'recibos de dezembro de 2024', 'recibos created:2024-12'],
  ['pt-BR', 'artigos de css com mais de 18 meses', 'type:article css created:<18m'],
  ['pt-BR', 'tudo desde ontem', 'created:>=yesterday'],
  ['pt-BR', 'notícias de março de 2026', 'notícias created:2026-03'],
  ['pt-BR', 'links da década de 2010', 'created:2010..2019'],
])('with a date, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'recipes I have opened more than 3 times', 'recipes visits:>3'],
  ['en', 'bread videos I watched last week', 'bread type:video visited:last-week'],
  ['en', 'docs I never visited', 'type:docs visited:never'],
  ['en', 'links with at least 10 visits', 'visits:>=10'],
  ['en', 'articles not opened since june', 'type:article -visited:>=2026-06'],
  ['en', 'what did I read yesterday', 'visited:yesterday'],
  ['en', 'my least visited links', 'least visited'],
  ['en', 'pages I keep coming back to about css', 'css sort:visits'],
  ['pt-BR', 'receitas que abri mais de 3 vezes', 'receitas visits:>3'],
  ['pt-BR', 'vídeos de pão que vi semana passada', 'type:video pão visited:last-week'],
  ['pt-BR', 'documentação que nunca visitei', 'type:docs visited:never'],
  ['pt-BR', 'links com pelo menos 10 visitas', 'visits:>=10'],
  ['pt-BR', 'artigos que não abro desde junho', 'type:article -visited:>=2026-06'],
  ['pt-BR', 'o que li ontem', 'visited:yesterday'],
  ['pt-BR', 'páginas a que sempre volto sobre css', 'css sort:visits'],
])('with visits, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'that paul graham essay about meetings', 'paul graham essay meetings'],
  ['en', 'videos by andrew ng', 'type:video andrew ng'],
  ['en', 'everything by simon willison from this year', 'simon willison created:this-year'],
  ['en', 'may pang interview', 'may pang interview'],
  ['en', 'papers by may 2025', 'type:pdf created:2025-05'],
  ['pt-BR', 'aquele artigo do paul graham sobre reuniões', 'type:article paul graham reuniões'],
  ['pt-BR', 'contos de guimarães rosa', 'contos de guimarães rosa'],
  ['pt-BR', 'músicas do joão gilberto que salvei em maio', 'músicas joão gilberto created:2026-05'],
  ['pt-BR', 'vídeo da rita lee', 'type:video rita lee'],
  ['pt-BR', 'restaurantes em são paulo salvos ontem', 'restaurantes são paulo created:yesterday'],
  ['pt-BR', 'artigos que são públicos', 'type:article is:public'],
  ['en', 'videos by The Who', 'type:video The Who'],
  ['en', 'articles from gh about IT and ALL of it', 'type:article site:github.com IT ALL'],
])('with a name, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'lego 21348', 'lego 21348'],
  ['en', 'form 1040 instructions', 'form 1040 instructions'],
  ['en', 'iphone 15 review videos', 'iphone 15 review type:video'],
  ['en', '240 gsm paper', '240 gsm type:pdf'],
  ['en', 'blade runner 2049 articles', 'blade runner 2049 type:article'],
  ['en', 'top 10 recipes', 'recipes limit:10'],
  ['pt-BR', 'formulário 1040', 'formulário 1040'],
  ['pt-BR', 'vídeo do iphone 15', 'type:video iphone 15'],
  ['pt-BR', 'artigo 5 da constituição', 'artigo 5 da constituição'],
  ['pt-BR', 'presentes até 100 reais', 'presentes até 100 reais'],
])('with a number, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'k8s docs', 'k8s type:docs'],
  ['en', 'hn posts about zig', 'hn posts zig'],
  ['en', 'yt videos about bread', 'site:youtube.com type:video bread'],
  ['en', 'js articles from last week', 'js type:article created:last-week'],
  ['pt-BR', 'docs de k8s', 'type:docs k8s'],
  ['pt-BR', 'vídeos do yt sobre pão', 'type:video site:youtube.com pão'],
  ['pt-BR', 'vagas ti são paulo deste mês', 'vagas ti são paulo created:this-month'],
])('with a nickname, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'e-mail deliverability articles', 'e-mail deliverability type:article'],
  ['en', 'step-by-step bread videos', 'step-by-step bread type:video'],
  ['en', 'next.js docs', 'next.js type:docs'],
  ['en', 'articles about node.js streams', 'type:article node.js streams'],
  ['en', 'tutorials of vue.js', 'tutorials of vue.js'],
  ['en', 'wi-fi router pdfs', 'wi-fi router type:pdf'],
  ['pt-BR', 'artigos sobre e-mail marketing', 'type:article e-mail marketing'],
  ['pt-BR', 'guarda-roupa planejado fotos', 'guarda-roupa planejado type:image'],
  ['pt-BR', 'livros de node.js', 'livros de node.js'],
  ['pt-BR', 'vídeos passo-a-passo de pão', 'type:video passo-a-passo pão'],
])('with a hyphen or an address, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});

test.each<Row>([
  ['en', 'C++ articles from last week', 'C++ type:article created:last-week'],
  ['en', 'videos about C#', 'type:video C#'],
  ['en', 'F# docs', 'F# type:docs'],
  ['en', 'articles about .NET', 'type:article .NET'],
  ['en', 'A* videos', 'A* type:video'],
  ['en', 'C++ or C# tutorials from 2025', '(C++ OR (C# tutorials)) created:2025'],
  ['en', 'R&D papers', 'R&D type:pdf'],
  ['en', 'css, without C++', 'css -C++'],
  ['en', 'asp.net articles', 'asp.net type:article'],
  ['en', 'articles about IT', 'type:article IT'],
  ['pt-BR', 'artigos sobre C++', 'type:article C++'],
  ['pt-BR', 'vídeos de C# da semana passada', 'type:video C# created:last-week'],
  ['pt-BR', 'documentação do .NET', 'type:docs .NET'],
  ['pt-BR', 'tutoriais de asp.net', 'tutoriais de asp.net'],
  ['pt-BR', 'artigos sobre IA', 'type:article IA'],
])('with a symbol or capitals, in %s: %s', (locale, text, meaning) => {
  expect(ask(text, locale)).toBe(meaning);
});
