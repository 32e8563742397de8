# Lectern in one image: the build contains all packages but the one that decodes pictures. It runs as a user without rights.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc LICENSE ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY clients ./clients
COPY src ./src
RUN npm run build
# The image has its own Node.
RUN npm prune --omit=dev && rm -rf node_modules/node-* node_modules/.cache

FROM node:26-bookworm-slim
ENV NODE_ENV=production LECTERN_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/node_modules ./node_modules
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8443 1935 8444 8444/udp
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED='0';fetch('https://127.0.0.1:'+(process.env.LECTERN_PORT||8443)+'/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/main.js", "serve"]
