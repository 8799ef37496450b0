# The embedded PostgreSQL needs glibc, so the base image is Debian.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && rm -rf .next/cache .next/types .next/trace

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules/
COPY --from=build /app/.next .next/
COPY --from=build /app/public public/
COPY --from=build /app/messages messages/
COPY --from=build /app/package.json /app/next.config.mjs ./
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s --timeout=5s CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/v1/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=216", "--max-semi-space-size=16", ".next/serve/main.mjs"]
