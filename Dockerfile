# syntax=docker/dockerfile:1
# Builds the release and runs it: docker build -t nonwoven-mes .
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run release && mv dist/release/*/ /release

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build /release /opt/nonwoven-mes
RUN install -d -o node -g node -m 0700 /data
WORKDIR /opt/nonwoven-mes
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# Ready means that the database answers and the app is served; the first start of a plant takes longest.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the main process, so that it receives SIGTERM and ends running requests first.
CMD ["node", "src/start.mjs"]
