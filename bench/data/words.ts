const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** English title words, roughly the most frequent first. */
export const englishWords = split(`
the a to of and in for how with your on is what from guide why react you new best not using open are building
javascript learning data design python web time api code work software free typescript top tutorial introduction
development better making github home system first google life docker linux programming your modern world simple
app server database security own good build tools video performance understanding people css history things book
science food great rust game city music art deep ways test query model learn language online node state network
review memory cloud self engineering explained machine pattern advanced postgres documentation reference practical
kubernetes recipe travel complete really want know never every without small big fast long year day part issue
library framework project source platform service mobile file image color font layout grid animation accessibility
browser engine compiler runtime parser tree graph index search cache queue stream event thread async promise
function type generic class object module package version release change log news weekly monthly report paper
research theory proof algorithm structure sorting hashing tree binary number math physics chemistry biology
astronomy space planet star climate energy solar battery electric car bicycle train flight hotel island mountain
river ocean beach forest garden plant flower tree soil seed bread dough pizza pasta soup salad cake coffee tea wine
beer cheese chicken fish rice spice kitchen table chair lamp wood steel paint brush pencil notebook paper printer
camera lens photo portrait landscape light shadow sound guitar piano drum song album concert radio podcast interview
essay novel poem story writer reader editor publisher magazine newspaper journal archive museum gallery exhibition
painting sculpture architecture bridge tower street square market shop price budget tax bank loan invest stock bond
fund crypto wallet payment invoice contract law court rights privacy policy government election vote party history
war peace empire king queen castle church temple school college teacher student exam course lesson lecture homework
health doctor hospital nurse medicine vaccine sleep diet exercise running walking swimming yoga meditation habit
focus productivity remote office meeting manager team culture hiring interview salary career resume startup founder
growth marketing brand customer product roadmap launch pricing strategy analytics metric dashboard report chart map
router switch antenna sensor keyboard mouse monitor laptop desktop tablet phone watch battery charger cable adapter
firmware kernel driver shell terminal editor plugin extension theme config deploy pipeline container cluster node
proxy gateway balancer firewall certificate password encryption token session cookie login identity access audit
backup restore migration upgrade rollback incident postmortem latency throughput profiling benchmark tracing logging
monitoring alert schedule cron worker job batch lambda serverless edge region zone tenant quota limit retry timeout
regex unicode encoding json yaml markdown html template component hook context reducer router form validation
`);

/** Brazilian Portuguese title words. */
export const portugueseWords = split(`
de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das seu sua ou quando muito nos
já eu também pelo pela até isso ela entre depois sem mesmo aos seus quem nas me esse você essa num nem suas meu minha
receita bolo pão feijão arroz café queijo São Paulo Rio viagem praia serra cidade história música canção violão
programação código aplicação banco dados segurança senha criptografia servidor rede nuvem aprendizado máquina guia
completo introdução prático rápido fácil melhor grátis notícias política economia educação saúde ciência pesquisa
coleção marcador página leitura livro autor conto poesia jornal revista cinema série jogo futebol campeonato seleção
coração ação solução função versão atualização configuração instalação avaliação opinião região estação atenção
`);

/** Common hosts, the most frequent first. */
export const commonHosts = split(`
github.com youtube.com medium.com stackoverflow.com en.wikipedia.org developer.mozilla.org dev.to news.ycombinator.com
reddit.com docs.google.com nytimes.com theguardian.com twitter.com npmjs.com pypi.org arxiv.org css-tricks.com
smashingmagazine.com martinfowler.com postgresql.org react.dev nextjs.org nodejs.org rust-lang.org python.org
digitalocean.com aws.amazon.com cloud.google.com vercel.com netlify.com cloudflare.com docker.com kubernetes.io
bbc.com wired.com arstechnica.com theverge.com nature.com quantamagazine.org scientificamerican.com nasa.gov
seriouseats.com kingarthurbaking.com allrecipes.com panelinha.com.br tudogostoso.com.br uol.com.br g1.globo.com
folha.uol.com.br estadao.com.br nexojornal.com.br tabnews.com.br alura.com.br figma.com dribbble.com behance.net
spotify.com soundcloud.com bandcamp.com vimeo.com goodreads.com gutenberg.org archive.org openstreetmap.org
`);

/** Common tags, the most frequent first. */
export const commonTags = split(`
reading javascript dev toread programming web design react recipes tools python work video tutorial reference article
css linux database security travel music book science typescript docker ideas inspiration free fonts icons performance
postgres opensource productivity writing history health finance learning ai architecture testing devops api backend
frontend accessibility photography cooking bread coffee games podcasts español português receitas viagem música
leitura trabalho estudo casa kids garden bikes maps data visualization math physics space climate privacy crypto
self-hosted homelab raspberry-pi keyboard hardware audio film art museum typography color ux research career hiring
`);
