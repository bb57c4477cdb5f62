# The site as one image. The database is another one's work: see compose.yaml.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN NODE_ENV=production node scripts/build.mjs
# Without its devDependencies, npm also drops those that are optional peers of other packages, such as vitest.
RUN npm pkg delete devDependencies && npm prune --omit=dev --omit=peer

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/scripts/*.mjs ./scripts/
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/dist ./dist
COPY --from=build --chown=node:node /app/server/database/migrations ./server/database/migrations
COPY --from=build --chown=node:node /app/server/demo-data/curricula ./server/demo-data/curricula
COPY --from=build --chown=node:node /app/server/demo-data/videos ./server/demo-data/videos
COPY --from=build --chown=node:node /app/server/text/fonts ./server/text/fonts
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://localhost:3000/api/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "dist/server/start.js"]
