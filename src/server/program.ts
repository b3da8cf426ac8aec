/** Modules needed once the database is opening; `main` loads them in parallel. */
export { seedAccess } from '@/areas/access/server/seed'
export { areaServers } from '@/areas/servers'
export { createHttpServer as httpServer } from './http/server'
export { JobRunner } from './jobs/job-runner'
export { waitForSending as sendingEnds } from './outbound/outbound-messages'
export { seedDatabase as seed, startApplication } from './start-application'
