/** Modules needed once the database is opening; `main` loads them in parallel. */
export { seedAccess } from '@/areas/access/server/seed'
export { areaServers } from '@/areas/servers'
export { httpServer } from './http/server'
export { JobRunner } from './jobs/run-jobs'
export { sendingEnds } from './outbound/outbound'
export { seedDatabase as seed, startApplication } from './start-application'
