/** In the bundles in place of packages that our services load and never use (bundle.ts): fastify's compilers of schemas, which no route of ours has, mqtt's SOCKS proxy, and colours. */
export = () => () => {
  throw new Error("this part of a package is left out of our bundles; see LEFT_OUT in lib/images/bundle.ts");
};
