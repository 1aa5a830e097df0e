# The service alone: no embedded database, no development packages, not root, a root file system that may be read-only.
# In production name the image by its digest: --build-arg NODE_IMAGE=node:26-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:26-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The runtime and the embedded database are optional packages: the image has its own runtime.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY migrations ./migrations
COPY schema ./schema
COPY web/explorer/dist ./web/explorer/dist
COPY web/console/dist ./web/console/dist
COPY web/reference ./web/reference
COPY CHANGELOG.md ./
COPY docs ./docs
COPY web/docs ./web/docs
COPY src ./src
# `signpost keys create …` in a shell of the container.
RUN chmod 755 src/cli/main.ts && ln -s /app/src/cli/main.ts /usr/local/bin/signpost
# Where a volume keeps what the opener opened in the last day.
RUN install -d -o 1000 -g 1000 -m 700 /var/lib/signpost
# By number, so that a cluster can see that it isn't root.
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "src/cli/main.ts"]
CMD ["serve"]
