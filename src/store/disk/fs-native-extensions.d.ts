// The package comes without types; these are the ones the store uses.
declare module "fs-native-extensions" {
  const extensions: { tryLock(fd: number): boolean };
  export default extensions;
}
