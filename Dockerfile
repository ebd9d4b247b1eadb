# Builds the service and runs it as an ordinary user, who can change none of its files: they are root's. Needs DATABASE_URL, PUBLIC_URL and the secrets of docs/configuration.md.
FROM node:26-slim AS build
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
COPY db/patches db/patches
RUN npm ci --ignore-scripts --include=dev && npm run postinstall
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:26-slim
WORKDIR /service
ENV NODE_ENV=production NPM_CONFIG_OMIT=dev HOST=0.0.0.0 PORT=3000
COPY --from=build /service ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health').then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server/tools/start.mjs"]
