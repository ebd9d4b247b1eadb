/** Folder for an installation without a configured database. Contains the database cluster, secrets and the demo's key. */
export const DATA_FOLDER = ".data";
